/** What the demo's pages have beside the dashboard's style. */
export const demoStyle = `.lead {
  max-width: 42rem;
  font-size: 1.125rem;
}

.steps {
  display: grid;
  gap: 1.25rem;
  padding: 0;
  list-style: none;
  counter-reset: step;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
}

.steps li {
  counter-increment: step;
  padding: 1.25rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--raised);
}

.steps li::before {
  content: counter(step);
  color: var(--quiet);
  font-weight: 700;
}

.steps h2 {
  margin: 0.25rem 0;
  font-size: 1.125rem;
}

.steps p {
  margin: 0;
}

.scenarios {
  display: grid;
  gap: 0.25rem 1.5rem;
  padding-left: 1.25rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr));
}

.card form {
  margin: 0;
}

.card .actions,
form.actions {
  margin-top: 0.5rem;
  padding-top: 0;
  border: 0;
}

.card select {
  width: 100%;
  padding: 0.4375rem 0.75rem;
  border: 1px solid var(--quiet);
  border-radius: 0.5rem;
  background: var(--paper);
  color: inherit;
  font: inherit;
}

.card .field {
  margin-top: 1rem;
}

.mail {
  margin-top: 1.25rem;
}

.mail pre {
  margin: 0;
  font: inherit;
  overflow-wrap: anywhere;
  white-space: pre-wrap;
}
`
