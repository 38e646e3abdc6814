/** The element of index.html with this id. */
export function part<Type extends HTMLElement = HTMLElement>(id: string): Type {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`index.html has no #${id}.`)
  return found as Type
}
