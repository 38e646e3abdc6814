/** A text of its own, so that the emulator needs no file beside its code. */
export const authoriseStyle = `:root {
  color-scheme: light dark;
  --paper: light-dark(#f3f1ec, #141311);
  --raised: light-dark(#fff, #1f1e1b);
  --ink: light-dark(#22211e, #ebe8e1);
  --quiet: light-dark(#5f5b53, #a8a296);
  --line: light-dark(#ddd8cd, #37342e);
  --accent: light-dark(#4a3d8f, #b9aef5);
  --on-accent: light-dark(#fff, #1a1533);
  --tint: light-dark(#efecfa, #2a2640);
}

*,
*::before,
*::after {
  box-sizing: border-box;
}

body {
  display: grid;
  min-height: 100vh;
  margin: 0;
  padding: 0 1rem 2rem;
  grid-template-rows: auto 1fr;
  justify-items: center;
  align-items: center;
  background: var(--paper);
  color: var(--ink);
  font: 1rem / 1.45 system-ui, sans-serif;
  -webkit-text-size-adjust: 100%;
}

header {
  margin: 0.75rem 0;
  color: var(--quiet);
  font-size: 0.875rem;
  text-align: center;
}

main {
  width: 100%;
  max-width: 26rem;
  padding: clamp(1.25rem, 5vw, 2rem);
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--raised);
}

h1 {
  margin: 0 0 1.25rem;
  font-size: 1.25rem;
  line-height: 1.3;
  text-wrap: balance;
}

p {
  overflow-wrap: anywhere;
}

fieldset {
  margin: 0 0 1.25rem;
  padding: 0;
  border: 0;
}

legend {
  margin-bottom: 0.375rem;
  padding: 0;
  color: var(--quiet);
  font-size: 0.875rem;
}

label {
  display: flex;
  gap: 0.75rem;
  align-items: center;
  cursor: pointer;
}

.user {
  padding: 0.5rem 0.625rem;
  border: 1px solid transparent;
  border-radius: 0.5rem;
}

.user:hover {
  border-color: var(--line);
}

.user:has(:checked) {
  border-color: var(--accent);
  background: var(--tint);
}

.user:has(:focus-visible) {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}

.user input:focus-visible {
  outline: 0;
}

.user img,
.no-picture {
  flex: none;
  width: 2.5rem;
  height: 2.5rem;
  border-radius: 50%;
  background: var(--line);
  object-fit: cover;
}

.who {
  min-width: 0;
  overflow-wrap: anywhere;
  line-height: 1.3;
}

.who span {
  display: block;
  color: var(--quiet);
  font-size: 0.875rem;
}

.scope {
  padding: 0.375rem 0.625rem;
}

input {
  flex: none;
  width: 1.125rem;
  height: 1.125rem;
  margin: 0;
  accent-color: var(--accent);
}

.answers {
  display: flex;
  gap: 0.75rem;
}

button {
  flex: 1;
  min-height: 2.75rem;
  border: 1px solid var(--accent);
  border-radius: 0.5rem;
  background: transparent;
  color: var(--accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}

button:hover {
  background: var(--tint);
}

.allow {
  background: var(--accent);
  color: var(--on-accent);
}

.allow:hover {
  background: color-mix(in srgb, var(--accent) 88%, var(--ink));
}

:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}
`
