import { element, part } from '../element.ts'
import { type AnswerBody, readBody } from './answer-body.ts'
import { orderedHeaders } from './answer-headers.ts'
import { createBodyView } from './body-view.ts'
import type { Answer } from './exchange.ts'
import { showPosts } from './post-grid.ts'
import { prettyBody } from './pretty-body.ts'
import { showProblems } from './problem-list.ts'

export interface AnswerView {
  show(answer: Answer): AnswerBody
  /** Says that there is no answer, or not yet. */
  tell(text: string): void
}

/** The answer in all its parts; `shown` takes out of a text what may not be seen. */
export function createAnswerView(shown: (text: string) => string): AnswerView {
  const showBody = createBodyView()
  const status = part('p', 'status')
  const received = part('div', 'received')

  return {
    show(answer) {
      const body = readBody(answer.text)
      status.textContent = summary(answer)
      status.className = answer.status < 400 ? 'good' : 'bad'
      showProblems(body.problems)
      showPosts(body.posts)
      part('dl', 'headers').replaceChildren(
        ...orderedHeaders(answer.headers).flatMap(([name, value]) => [
          element('dt', {}, name),
          element('dd', {}, shown(value)),
        ]),
      )
      showBody(shown(prettyBody(answer.text, answer.mediaType)))
      received.hidden = false
      return body
    },
    tell(text) {
      status.textContent = text
      status.className = ''
    },
  }
}

function summary({ status, statusText, milliseconds, bytes }: Answer): string {
  const size = bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`
  return `${`${status} ${statusText}`.trim()}, ${milliseconds} ms, ${size}`
}
