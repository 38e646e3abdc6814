/** What the command reaches of its surroundings. */
export interface CommandParts {
  fetch: typeof fetch
  env: Readonly<Record<string, string | undefined>>
  /** Reports and nothing else. */
  stdout: Output
  /** Progress and errors. */
  stderr: Output
}

export type Output = NodeJS.WritableStream & { isTTY?: boolean }

/** What a command is given besides its arguments. */
export interface CommandContext extends CommandParts {
  /** Writes a line to standard error, without keys. */
  say(text: string): void
  /** Sets the exit code. */
  end(exitCode: number): void
}
