import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, foldGutter, syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'

/** Creates an editor with a name for screen readers. The Tab key leaves it. Its colors are in explorer.css. */
export function createEditor(label: string, doc: string, extensions: Extension): EditorView {
  const editor = new EditorView({
    doc,
    extensions: [
      lineNumbers(),
      foldGutter(),
      history(),
      drawSelection(),
      bracketMatching(),
      syntaxHighlighting(classHighlighter),
      EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      extensions,
      keymap.of([...defaultKeymap, ...historyKeymap]),
    ],
  })
  hideGutters(editor)
  return editor
}

/** Hides the line numbers until lines that wrap are measured, which moves them. */
function hideGutters(editor: EditorView): void {
  const { classList } = editor.dom
  classList.add('unmeasured')
  requestAnimationFrame(() => requestAnimationFrame(() => classList.remove('unmeasured')))
}

export function textOf(editor: EditorView): string {
  return editor.state.doc.toString()
}

export function replaceText(editor: EditorView, insert: string): void {
  hideGutters(editor)
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert } })
}
