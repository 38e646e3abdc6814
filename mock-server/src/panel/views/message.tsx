/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { MockSource } from '../mock/source.ts'

/** The message about the last action. It ends by itself, unless the pointer is in it. */
export function Message({ mock }: { mock: MockSource }) {
  const { message } = mock
  const [isHeld, setHeld] = useState(false)
  const node = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (message === null || isHeld) return
    const timer = setTimeout(() => mock.say(null), message.isError ? 20_000 : 8000)
    return () => clearTimeout(timer)
  }, [message, isHeld])

  useEffect(() => {
    setHeld(false)
    // The message takes space away from the lists, which may hide the control that has the focus.
    const root = node.current?.getRootNode() as Document | ShadowRoot
    if (message) root.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [message])

  // A live region that appears with its text is not read aloud, so the paragraph stays in the page.
  return (
    <div
      ref={node}
      class={message?.isError ? 'note failed' : 'note'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <p role="status">{message?.text}</p>
    </div>
  )
}
