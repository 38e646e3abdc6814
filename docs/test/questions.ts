/** Questions of newcomers, with the page and the heading that answers each. */
export const questions: readonly { question: string; page: string; heading: string }[] = []
