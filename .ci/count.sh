# Functions that add up what tests and checks report; sourced by run and nightly.
passed=0 failed=0
export PATH=/usr/bin:$PATH # Debian's python3, as in cmake/setup.sh

# Runs a command and adds the figures of its last line, `N passed, N failed`. A
# command that ends otherwise, or fails without a failed test, counts as failed.
count() {
  local start=$SECONDS status last log
  log=$(mktemp)
  echo "== $*"
  "$@" </dev/null 2>&1 | tee "$log"
  status=${PIPESTATUS[0]}
  last=$(tail -n 1 "$log")
  rm -f "$log"
  if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
    if [[ $status != 0 && ${BASH_REMATCH[2]} == 0 ]]; then failed=$((failed + 1)); fi
  else
    failed=$((failed + 1))
  fi
  echo "== took $((SECONDS - start)) s"
}

# Runs a command that counts as one test.
once() {
  local start=$SECONDS
  echo "== $*"
  if "$@" </dev/null; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
  echo "== took $((SECONDS - start)) s"
}

# Prints the sums as the last line; returns whether everything passed.
finish() {
  echo "$passed passed, $failed failed"
  [[ $failed == 0 && $passed != 0 ]]
}
