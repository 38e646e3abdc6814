/** Forms, buttons and what they answer. */
export const controlStyle = `:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}

.panel {
  max-width: 34rem;
  margin: 0 auto;
  padding: clamp(1.25rem, 5vw, 2rem);
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--raised);
}

.narrow {
  max-width: 26rem;
  margin-top: clamp(0rem, 6vh, 4rem);
}

.panel form {
  margin-top: 1.25rem;
}

.field {
  display: block;
  margin-top: 1rem;
  font-weight: 600;
  font-size: 0.9375rem;
}

.field input {
  display: block;
  width: 100%;
  min-height: 2.75rem;
  margin-top: 0.375rem;
  padding: 0 0.75rem;
  border: 1px solid light-dark(#8c867b, #7d776b);
  border-radius: 0.5rem;
  background: var(--paper);
  color: var(--ink);
  font: inherit;
  font-weight: 400;
}

.hint {
  margin: 0.375rem 0 0;
}

.narrow .main {
  width: 100%;
  margin-top: 1.25rem;
}

button,
.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 2.5rem;
  padding: 0.25rem 0.875rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--raised);
  color: var(--accent);
  font: inherit;
  font-size: 0.9375rem;
  font-weight: 600;
  line-height: 1.25;
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
}

button[hidden] {
  display: none;
}

button:hover,
.button:hover {
  border-color: currentcolor;
  background: var(--tint);
}

.danger {
  color: var(--bad);
}

.danger:hover {
  background: var(--bad-tint);
}

.main {
  border-color: var(--accent);
  background: var(--accent);
  color: var(--on-accent);
}

.main:hover {
  background: color-mix(in srgb, var(--accent) 88%, var(--ink));
}

.main.danger {
  border-color: var(--bad);
  background: var(--bad);
  color: light-dark(#fff, #2b0f0d);
}

.notice {
  margin: 1rem 0;
  padding: 0.75rem 1rem;
  border-left: 0.25rem solid;
  border-radius: 0.375rem;
}

.notice p {
  margin: 0 0 0.5rem;
}

.done {
  border-color: var(--good);
  background: var(--good-tint);
}

.problem {
  border-color: var(--bad);
  background: var(--bad-tint);
}

.news:empty {
  margin: 0;
}

.confirmation form {
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
}
`
