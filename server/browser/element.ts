/** Creates an element. Strings become text, never markup: responses contain what strangers posted. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = Object.assign(document.createElement(tag), properties)
  node.append(...children)
  return node
}

/** Returns the element with this id. */
export function part<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  id: string,
): HTMLElementTagNameMap[Tag] {
  const found = document.querySelector<HTMLElementTagNameMap[Tag]>(`${tag}#${id}`)
  if (found === null) throw new Error(`The page has no ${tag} with the id ${id}.`)
  return found
}
