/** What an owner chose: values by the names of attributes, or of properties of CSS. An attribute without a value has an empty one. */
export type Look = Readonly<Record<string, string>>

/** The look of a feed that its owner has not changed. */
export const firstLook: Look = { 'page-size': '6', columns: '2 600:3' }

/** Whether a name of a look is that of a property of CSS. */
export const isStyle = (name: string): boolean => name.startsWith('--') || name === 'color'

/** Applies a look to a `<photo-feed>`, with the attributes that the look does not have. */
export function applyLook(element: HTMLElement, look: Look, others: Look): void {
  const attributes: Record<string, string> = { ...others }
  element.style.cssText = ''
  for (const [name, value] of Object.entries(look)) {
    if (isStyle(name)) element.style.setProperty(name, value)
    else attributes[name] = value
  }
  for (const name of element.getAttributeNames())
    if (name !== 'style' && !(name in attributes)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(attributes))
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}
