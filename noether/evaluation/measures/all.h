// Declares every measure, each defined in the file of its name; `measures()` lists them.
#pragma once

#include "noether/evaluation/measures/measure.h"

namespace noether::evaluation {

extern const Measure kRunId;
extern const Measure kTopicCount;
extern const Measure kRetrieved;
extern const Measure kRelevant;
extern const Measure kRelevantRetrieved;
extern const Measure kAveragePrecision;
extern const Measure kGeometricPrecision;
extern const Measure kRPrecision;
extern const Measure kBpref;
extern const Measure kReciprocalRank;
extern const Measure kInterpolatedPrecision;
extern const Measure kPrecision;
extern const Measure kRecall;
extern const Measure kNdcg;

}  // namespace noether::evaluation
