import { part } from './element.ts'

/** Whether the page shows what is so now. */
export function createConnection() {
  const node = part('p', 'connection')

  function show(text: string, lost: boolean): void {
    // Set again, the same text would be read out again.
    if (node.textContent !== text) node.textContent = text
    node.classList.toggle('lost', lost)
  }

  return {
    found: () => show('Live', false),
    lost: (problem: string) => show(problem, true),
  }
}
