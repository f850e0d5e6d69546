# The two commands: `make run` opens the lab, `make test` says whether all is well.
# Both fetch the tools they need and say so. `make` alone lists what there is.

SCENARIO ?= two-walls
# Where `make report` writes, and the seed it uses: a fresh one each time, printed with every claim.
REPORT ?= out/report
SEED ?= $(shell date +%s)
FUZZ_SECONDS ?= 60

# What is built is what was committed: a lock file that does not fit is an error, never changed on the way.
PIAGET = cargo run --locked --quiet --release --package piaget-cli --bin piaget --

help: ## say what there is
	@awk -F':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

run: ## open the lab: builds page and program, prints the address, opens a browser where there is one
	@scripts/tools.sh build node
	@scripts/page.sh build || [ $$? = 3 ]
	@$(PIAGET) lab --open

watch: ## watch a creature in the terminal (SCENARIO=name picks another)
	@scripts/tools.sh build
	@$(PIAGET) watch $(SCENARIO)

test: ## format check, lints, every test, every file, every claim with few trials; ends with a verdict
	@scripts/tools.sh build rustfmt clippy nextest node chromium
	@python3 scripts/test.py

format: ## format all code
	@scripts/tools.sh rustfmt
	@cargo fmt --all

report: ## run every claim and every family of worlds whole with a fresh seed, and write out/report/index.html and life.html
	@scripts/tools.sh build
	@$(PIAGET) replicate --allow-skipped --seed $(SEED) --report $(REPORT); claims=$$?; \
		$(PIAGET) life --seed $(SEED) --report $(REPORT) && exit $$claims

bench: ## measure speed beside references in the same run
	@scripts/tools.sh build
	@$(PIAGET) bench

bench-peers: ## measure beside others who do the same work: C, numpy, hexx, big-brain, filterpy, Stone Soup (fetched into target/peers)
	@scripts/tools.sh build
	@python3 scripts/peers.py

metrics: ## compare the scores of who is who with trackeval and motmetrics on 100 random cases (fetched into target/metrics)
	@python3 scripts/metrics.py

cost: ## measure everything and write the book's pages about it (docs/cost.md, docs/peers.md)
	@scripts/tools.sh build
	@$(PIAGET) bench --markdown docs/cost.md
	@python3 scripts/peers.py --markdown docs/peers.md

wasm: ## check that the lab's session and everything under it build for a browser's page
	@scripts/tools.sh build
	@scripts/wasm.sh check

portable: ## play every scenario by AVX-512, AVX2, without either and as WebAssembly, and compare the digests with the committed ones
	@scripts/tools.sh build node
	@scripts/wasm.sh portable

playground: ## the lab as a folder of files that needs no server (target/playground)
	@scripts/tools.sh build node wasm
	@scripts/playground.sh build

playground-test: ## open the playground in a browser: every test of the lab's page, and its own
	@scripts/tools.sh build node chromium
	@cargo build --locked --package piaget-cli
	@scripts/playground.sh test

playground-look: ## measure the playground's page with Lighthouse (fetched into target/lighthouse); fails below 95
	@scripts/tools.sh node chromium
	@scripts/playground.sh look

book: ## the book as pages in target/book, with the playground where it is built (installs mdbook on first use, which takes a few minutes)
	@scripts/tools.sh build mdbook
	@mdbook build
	@scripts/playground.sh book

doc: ## the interface's own pages in target/doc; a warning fails
	@scripts/tools.sh build
	@RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps

newcomer: ## a new project with the README's lines in it, as somebody new would make it; says how long it took
	@scripts/tools.sh build
	@scripts/newcomer.sh

second-hour: ## seven things that people want next, each in a fresh folder, with the count of questions to the program
	@scripts/tools.sh build
	@cargo build --locked --release --bin piaget
	@PIAGET=$(CURDIR)/target/release/piaget scripts/second-hour.sh

python: ## the wheel of the Python package in target/wheels (fetches its tools into target/python)
	@scripts/tools.sh build
	@python3 scripts/python.py build

python-test: ## the wheel in a virtual environment, with every test, type check and example of the Python package
	@scripts/tools.sh build
	@python3 scripts/python.py test

python-peers: ## measure maps and minds from Python beside filterpy, Stone Soup and particles in numpy, and beside `piaget bench crowd`
	@scripts/tools.sh build
	@cargo build --locked --quiet --release --package piaget-cli
	@python3 scripts/python.py peers

python-cluster: ## a Ray cluster of two nodes on this machine: the same tables as without it, also when a node is lost, and what it costs
	@scripts/tools.sh build
	@python3 scripts/python.py cluster

python-gallery: ## run every Python example whole and put its picture into the book
	@scripts/tools.sh build
	@python3 scripts/python.py gallery

fuzz: ## 60 seconds of hostile input for each target in fuzz/ (FUZZ_SECONDS=n for more)
	@scripts/tools.sh build fuzz
	@scripts/fuzz.sh $(FUZZ_SECONDS)

audit: ## licences, sources, duplicates and known holes of every library (ADVISORIES=folder: a copy of RustSec's database)
	@scripts/tools.sh build deny
	@scripts/audit.sh

sanitize: ## the tests of the occupancy maps under the address sanitizer, with each set of instructions
	@scripts/tools.sh build
	@scripts/unsafe.sh sanitize

miri: ## the scalar loops and aligned memory under Miri; says so and skips where there is no Miri
	@scripts/tools.sh build
	@scripts/unsafe.sh miri

aarch64: ## play scenarios as an AArch64 processor under qemu, and compare the digests with the committed ones
	@scripts/tools.sh build qemu
	@scripts/aarch64.sh

.PHONY: help run watch test format report bench bench-peers metrics cost wasm portable playground playground-test playground-look book doc newcomer second-hour python python-test python-peers python-cluster python-gallery fuzz audit sanitize miri aarch64
