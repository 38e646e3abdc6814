import type { Account } from '@photofeed/sdk'

/** Whose feed it is; until that is known it keeps the place. */
export function Profile({ account }: { account: Account | undefined }) {
  return (
    <header>
      <span className="avatar">
        {account?.profilePictureUrl && <img src={account.profilePictureUrl} alt="" />}
      </span>
      <div>
        <h1>{account ? (account.name ?? `@${account.username}`) : 'Feed'}</h1>
        {account?.biography && <p>{account.biography}</p>}
      </div>
    </header>
  )
}
