// A report on the disk: NAME.html, NAME.md, and the plots of the latter in NAME-plots/.
#pragma once

#include <string>

#include "noether/base/error.h"
#include "noether/base/file_system.h"
#include "noether/evaluation/report/report.h"

namespace noether::evaluation {

// Each file is replaced atomically. Plots of an earlier report are removed.
base::Result<void> write_report(const Report& report, const std::string& folder,
                                const std::string& name,
                                base::FileSystem& file_system = base::FileSystem::real());

}  // namespace noether::evaluation
