// The program `noether`: results on stdout, everything else on stderr.
#include "noether/cli/program.h"

int main(int argc, char** argv) { return noether::cli::run_program(argc, argv, NOETHER_VERSION); }
