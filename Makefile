# The short way to everything; the work is in CMake (see CMakePresets.json) and scripts/.

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 15
export FUZZ_SECONDS

SOURCES = $(shell find noether bench -name node_modules -prune -o \
            \( -name '*.h' -o -name '*.cpp' \) -print)
step = @printf '\n== %s\n' $(1)

.PHONY: build demo test test-asan test-release fuzz bench bench-search weights format lint lint-changed clean \
        setup-build setup-test setup-lint setup-bench
# Steps that each use every core, and whose output is read from top to bottom.
.NOTPARALLEL:

build: setup-build build/release/build.ninja
	cmake --build --preset release --target noether -j $(JOBS)

demo: build
	@scripts/demo.sh build/release/noether

# Two compilers: clang with sanitizers for tests and fuzzers, the same FUZZ_RUNS inputs each time for
# each of these (`make fuzz` looks for new ones), and then g++ as it ships. Its summary is the last
# that a reader of the output sees.
test: export FUZZ_RUNS ?= 10000
test: setup-test test-asan test-release

test-asan test-release: test-%: setup-build build/%/build.ninja
	$(call step,"Building the tests: $*")
	cmake --build --preset $* -j $(JOBS)
	$(call step,"Testing: $*")
	ctest --preset $* -j $(JOBS)

fuzz: setup-test build/asan/build.ninja
	cmake --build --preset fuzz -j $(JOBS)
	FUZZ_SEED=$${FUZZ_SEED:-$$(date +%s)} ctest --preset fuzz -j $(JOBS)

bench: setup-bench build/release/build.ninja
	cmake --build --preset bench -j $(JOBS)
	@bench/run.sh

# Configured afresh: the peers may have been installed since.
bench-search: setup-bench
	cmake --preset release
	cmake --build --preset bench -j $(JOBS)
	@bench/search.sh

# Learns again everything learned that needs no GPU, from the topics and judgements in ARQMATH.
ARQMATH ?= ../shared/data/arqmath
weights: setup-build build/release/build.ninja
	cmake --build --preset release -j $(JOBS) --target noether answer_ranking formula_search
	@scripts/weights.sh $(ARQMATH)

format: setup-lint
	clang-format-19 -i $(SOURCES)

# Configured afresh, because clang-tidy must know how every new file is compiled.
lint lint-changed: setup-lint
	cmake --preset $(if $(filter lint,$@),lint,dev) >/dev/null
	JOBS=$(JOBS) scripts/lint.sh $(if $(filter lint,$@),all,changed)

setup-build:
	@scripts/setup.sh build web

setup-test:
	@scripts/setup.sh build web test browser train

setup-lint setup-bench: setup-%:
	@scripts/setup.sh build web $*

# Ninja runs CMake again when a CMakeLists.txt changes, but does not watch the presets.
build/%/build.ninja: CMakePresets.json
	cmake --preset $*

clean:
	rm -rf build
