/** The accounts page. */
export const cardStyle = `.heading {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1.5rem;
  align-items: center;
  justify-content: space-between;
}

.connect {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1rem;
  align-items: center;
}

.connect p {
  margin: 0;
}

.invitation {
  margin-top: clamp(1rem, 6vh, 4rem);
  text-align: center;
}

.invitation .connect {
  flex-direction: column;
}

.invitation form {
  margin: 0;
}

.invitation p {
  text-wrap: balance;
}

.invitation h2 {
  margin: 0;
  font-size: 1.25rem;
}

.cards {
  display: grid;
  gap: 1.25rem;
  margin-top: 1.25rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr));
  align-items: start;
}

.card {
  min-width: 0;
  padding: clamp(1rem, 4vw, 1.5rem);
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--raised);
}

.card > header {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 0.875rem;
  align-items: center;
}

.card .who {
  flex: 1 1 11rem;
  min-width: 0;
}

.card h2,
.card h3 {
  margin: 0;
  font-size: 1.125rem;
  line-height: 1.3;
  overflow-wrap: anywhere;
}

.card h3 {
  font-size: 0.875rem;
  color: var(--quiet);
}

.card .who p {
  margin: 0;
  font-size: 0.875rem;
}

.picture {
  display: grid;
  flex: none;
  place-items: center;
  width: 3.5rem;
  height: 3.5rem;
  border-radius: 50%;
  background: var(--tint);
  color: var(--accent);
  font-size: 1.375rem;
  font-weight: 700;
  object-fit: cover;
}

.status {
  margin: 0;
  padding: 0.125rem 0.75rem;
  border-radius: 1rem;
  background: var(--tint);
  color: var(--accent);
  font-size: 0.875rem;
  font-weight: 600;
}

.status.ready {
  background: var(--good-tint);
  color: var(--good);
}

.status.invalid_token {
  background: var(--bad-tint);
  color: var(--bad);
}

.facts {
  display: grid;
  gap: 0.5rem 1.5rem;
  margin: 1rem 0;
  grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr));
}

.facts dt {
  color: var(--quiet);
  font-size: 0.875rem;
}

.facts dd {
  margin: 0;
  overflow-wrap: anywhere;
}

.secret {
  margin-top: 1rem;
}

.value {
  display: flex;
  gap: 0.5rem;
  align-items: center;
  margin-top: 0.25rem;
}

.value code {
  flex: 1;
  min-width: 0;
  padding: 0.5rem 0.75rem;
  border-radius: 0.5rem;
  background: var(--paper);
  font: 0.875rem / 1.5 ui-monospace, monospace;
  overflow-wrap: anywhere;
}

.links {
  display: flex;
  gap: 1.25rem;
  margin: 0.5rem 0 0;
}

.actions {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  margin-top: 1.25rem;
  padding-top: 1.25rem;
  border-top: 1px solid var(--line);
}

.actions button,
.actions .button {
  padding: 0.25rem 0.6875rem;
  font-size: 0.875rem;
}
`
