import { cardStyle } from './card-style.ts'
import { controlStyle } from './control-style.ts'
import { palette } from './palette.ts'

const frame = `${palette}
*,
*::before,
*::after {
  box-sizing: border-box;
}

body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem / 1.5 system-ui, sans-serif;
  -webkit-text-size-adjust: 100%;
}

a {
  color: var(--accent);
}

h1 {
  margin: 0;
  font-size: 1.5rem;
  line-height: 1.25;
  text-wrap: balance;
  overflow-wrap: anywhere;
}

p {
  margin: 0.75rem 0;
  overflow-wrap: anywhere;
}

.skip {
  position: absolute;
  left: 0.75rem;
  top: -4rem;
  padding: 0.5rem 0.75rem;
  border-radius: 0.5rem;
  background: var(--raised);
}

.skip:focus {
  top: 0.5rem;
}

.top {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.5rem;
  align-items: center;
  padding: 0.625rem clamp(1rem, 4vw, 2rem);
  border-bottom: 1px solid var(--line);
  background: var(--raised);
}

.brand {
  color: var(--ink);
  font-weight: 700;
  text-decoration: none;
}

.top nav {
  display: flex;
  flex-wrap: wrap;
  gap: 0.125rem 0.25rem;
}

.top nav a {
  padding: 0.375rem 0.625rem;
  border-radius: 0.5rem;
  color: var(--ink);
  text-decoration: none;
}

.top nav a:hover,
.top nav a[aria-current] {
  background: var(--tint);
  color: var(--accent);
}

.leave {
  display: flex;
  flex: 1 1 0;
  gap: 0.75rem;
  align-items: center;
  justify-content: flex-end;
  min-width: 0;
}

@media (width < 48rem) {
  .top nav {
    order: 1;
    flex-basis: 100%;
    gap: 0;
    margin: 0 -0.5rem;
  }

  .top nav a {
    padding: 0.375rem 0.5rem;
    font-size: 0.875rem;
  }
}

.leave .who {
  overflow: hidden;
  color: var(--quiet);
  font-size: 0.875rem;
  text-overflow: ellipsis;
  white-space: nowrap;
}

main {
  max-width: 76rem;
  margin: 0 auto;
  padding: clamp(1.25rem, 4vw, 2.5rem) clamp(1rem, 4vw, 2rem) 4rem;
}

main:focus {
  outline: 0;
}

.quiet,
.hint,
.aside {
  color: var(--quiet);
}

.hint,
.aside {
  font-size: 0.875rem;
}
`

export const dashboardStyle = [frame, controlStyle, cardStyle].join('\n')
