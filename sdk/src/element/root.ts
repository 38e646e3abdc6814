import { styles } from './styles.ts'

let sheet: CSSStyleSheet | undefined

/**
 * The shadow root of an element, with its styles: the one that a server declared, else a new one.
 * A declaration stays a template where markup was inserted by a script, and is then opened here.
 */
export function openRoot(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const template = host.querySelector<HTMLTemplateElement>(':scope > template[shadowrootmode]')
  if (template) {
    root.replaceChildren(template.content)
    template.remove()
  }
  // Allowed under every content security policy, which a style element is not.
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
  }
  root.adoptedStyleSheets = [sheet]
  return root
}
