import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const content = new URL('../src/content/docs/', import.meta.url)

/** Words that pages do not use, and what they use instead. */
const words: readonly [word: RegExp, instead: string][] = [
  [/\b(colou?r(?<=our))(s|ed|ing)?\b/i, 'color'],
  [
    /\b(behaviour|favourite|honour|labelled|cancelled|catalogue|centre|grey|licence)\w*\b/i,
    'American spelling',
  ],
  [
    /\b\w+(isation|ise[sd]?)\b(?<!(?:w|ra|prem|other|prom|exerc|adv|prec|no|surpr|comprom|superv|enterpr)ises?d?)/i,
    '-ize',
  ],
  [/\banew\b/i, 'again'],
  [/\bstands? (in|for)\b/i, 'is, represents'],
  [/\brefusals?\b/i, 'error, rejection'],
  [/\bin words\b/i, 'a plain word'],
  [/\b(simply|just|easy|easily|obviously|blazing|powerful|seamless)\b/i, 'no judgment'],
  [/\b(teh|recieve|seperate|occured|adress|succesful|wich)\w*\b/i, 'a typing error'],
]

test.each(globSync('**/*.{md,mdx}', { cwd: content }))(
  '%s uses the words of the project',
  (file) => {
    const text = readFileSync(new URL(file, content), 'utf8')
      .replaceAll(/```[\s\S]*?```/g, '')
      .replaceAll(/`[^`]*`/g, '')
    const found = words.flatMap(([word, instead]) => {
      const [match] = word.exec(text) ?? []
      return match ? [`${match}: ${instead}`] : []
    })
    expect(found).toEqual([])
  },
)
