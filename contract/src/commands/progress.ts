import { accountSentence } from '../reporters/sentences.ts'
import type { Progress } from '../run/check-contract.ts'
import type { CommandContext } from './command-parts.ts'

export interface ShownProgress {
  show(progress: Progress): void
  /** Takes the line away. */
  end(): void
}

const startOfLine = '\r\u001b[2K'

/** One line that is rewritten in a terminal; elsewhere the first look alone. */
export function createProgress(url: string, { stderr, say }: CommandContext): ShownProgress {
  if (stderr.isTTY) {
    return {
      show({ done, of, requests }) {
        stderr.write(`${startOfLine}Checking: ${done} of ${of} rules, ${requests} requests`)
      },
      end: () => void stderr.write(startOfLine),
    }
  }
  return {
    show({ accounts, done }) {
      if (done === 0) say([`Checking ${url}`, ...accounts.map(firstLook)].join('\n'))
    },
    end() {},
  }
}

function firstLook(account: Progress['accounts'][number]): string {
  return `  ${account.label}: ${accountSentence({ ...account, posts: account.posts.length })}`
}
