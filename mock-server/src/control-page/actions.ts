import { post } from './control-client.ts'
import type { Note } from './note.ts'

interface Action<Answer> {
  /** The action's name below the API's address. */
  name: string
  body: object
  /** What the note says when it is done. */
  done(answer: Answer): string
}

/** Does something to the mock, says so, and shows what became of it. */
export type Act = <Answer>(action: Action<Answer>) => Promise<void>

export function createAct(note: Note, refresh: () => Promise<void>): Act {
  return async <Answer>({ name, body, done }: Action<Answer>) => {
    await post<Answer>(name, body).then(
      (answer) => note.tell(done(answer)),
      (error: Error) => note.fail(error.message),
    )
    await refresh()
  }
}
