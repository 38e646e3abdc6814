import { element } from './element.ts'

/** A sentence whose names stand in backticks. */
export function prose(sentence: string): (Node | string)[] {
  return sentence
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? element('code', {}, piece) : piece))
}
