# The front desk. `make` alone lists what there is.
SHELL := bash
export SWIFT_BACKTRACE := enable=no
# Documents and engines' answers that stand beside the checkout; suites that need them are skipped without.
export GROMA_SHARED_DATA ?= $(if $(wildcard ../shared/design.md),$(abspath ../shared),)
SWIFT_FOLDERS := $(wildcard Sources Apps SampleData Samples Tests Benchmarks Fuzzing)

.PHONY: help
help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup:
	@Scripts/setup

.PHONY: run
run: build ## the main job: sample portal, server, map, popup, edit, pictures and a transcript
	@Scripts/run

.PHONY: serve
serve: build ## the sample portal on http://127.0.0.1:6080, until Ctrl-C
	@.build/release/groma sample create build/portal
	@.build/release/groma serve --data build/portal --port 6080

.PHONY: samples
samples: build ## every sample in a window: what it is, its picture and source, and a button that runs it
	@Scripts/samples

.PHONY: record-pictures
record-pictures: run ## the README's pictures become those just made
	@cp build/run/tour/desktop-popup.png Documentation/Pictures/field.png
	@cp build/run/2-after.png Documentation/Pictures/map.png && git status --short -- Documentation/Pictures

.PHONY: build
build: setup ## release build of everything
	@Scripts/build

.PHONY: test
test: setup ## every test, with one closing line
	@Scripts/test

.PHONY: check
check: export GROMA_WARNINGS = error
check: setup lint test docs ## format, no compiler warnings, tests, documentation: what must hold before a merge

.PHONY: lint
lint:
	@swift format lint --strict --parallel -r Package.swift $(SWIFT_FOLDERS) && echo "format: clean"

.PHONY: format
format: ## put every file into the house's format
	@swift format -i --parallel -r Package.swift $(SWIFT_FOLDERS)

.PHONY: docs
docs: ## documentation of every room into build/docs; a warning is an error
	@Scripts/docs

.PHONY: record-samples
record-samples: build ## what the samples draw and print now becomes what is expected of them
	@GROMA_RECORD_SAMPLES=1 swift test -c release --skip-build --filter SampleTests

.PHONY: bench
bench: build ## ratios against rivals on the same work
	@Scripts/setup --bench
	@Benchmarks/compare

.PHONY: bench-screen
bench-screen: build ## frames, idle time, first map and memory of the map on a display, against their goals
	@Benchmarks/screen

.PHONY: fuzz
fuzz: setup ## MINUTES=n: hostile input for every reader, with a table
	@Fuzzing/run $(or $(MINUTES),5)

.PHONY: soak
soak: setup ## the long suites at full counts
	@GROMA_SOAK=1 Scripts/test

.PHONY: golden
golden: ## golden pictures: draws and compares; CASE=group/case for one, with its pictures in build/golden
	@GROMA_GOLDEN_CASE=$(CASE) Scripts/test --filter Golden; status=$$?; grep -h '^[a-z]*/.*: .*png against' build/test.log || true; exit $$status

.PHONY: golden-record
golden-record: ## golden pictures: writes what is drawn now, all or CASE=group/case; look at each before committing
	@GROMA_GOLDEN=record GROMA_GOLDEN_CASE=$(CASE) Scripts/test --filter GoldenTests
	@git status --short -- 'Tests/*.png'
