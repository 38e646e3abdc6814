/** Every fallback to the host's own Node is silent, so the tests say which one they run on. */
export default function assertPinnedNode() {
  if (!process.version.startsWith('v24.')) {
    throw new Error(
      `The tests need the pinned Node 24 but run on ${process.version}. Run them through npm, after npm ci.`,
    )
  }
}
