import type { Engine } from './engine.ts'

/** The statements of migration 1, which creates all tables; schema.ts says what is in them. Times are milliseconds since the epoch. */
export function statements({ name }: Engine): string[] {
  const types = typesOf[name]
  const tables = [version, feeds(types), owners, connections(types), work(types)].join('')
  return tables.split(';').slice(0, -1)
}

/** How many migrations were applied; see migrations.ts. */
const version = `
  create table photofeed_version (
    number integer not null
  );`

/** A generated id is never reused: pages are cached by id and version. */
const typesOf = {
  sqlite: {
    id: 'integer primary key autoincrement',
    reference: 'integer',
    bytes: 'blob',
    often: '',
  },
  postgres: {
    id: 'bigint generated always as identity primary key',
    reference: 'bigint',
    bytes: 'bytea',
    // Room for new versions of rows that are updated often, so that indexes need no new entries.
    often: ' with (fillfactor = 70)',
  },
}
type Types = (typeof typesOf)[Engine['name']]

const ofAccount = ({ reference }: Types) =>
  `account_id ${reference} not null references account (id) on delete cascade`

// By position, dates are compared in the index: a post outside of the range is never read.
const feeds = (types: Types) => `
  create table account (
    id ${types.id},
    platform_id text not null unique,
    media_id text not null unique,
    plan text not null,
    status text not null,
    username text not null,
    profile text not null,
    last_fetch_at bigint,
    version bigint not null,
    highest_position bigint not null default 0,
    posts integer not null default 0
  )${types.often};
  create table api_key (
    ${ofAccount(types)} primary key,
    hash ${types.bytes} not null unique,
    sealed ${types.bytes} not null,
    issued_at bigint not null
  );
  create index api_key_by_time on api_key (issued_at, account_id);
  create table post (
    ${ofAccount(types)},
    position bigint not null,
    platform_id text not null,
    published_at bigint not null,
    media_type text not null,
    doc text not null,
    comments text not null
  );
  create unique index post_by_platform_id on post (account_id, platform_id);
  create index post_by_position on post (account_id, position, published_at);
  create index post_by_type_and_position on post (account_id, media_type, position, published_at);
  create index post_by_time on post (account_id, published_at, position);
  create index post_by_type_and_time on post (account_id, media_type, published_at, position);
  create table media_file (
    id text not null primary key,
    ${ofAccount(types)},
    extension text not null,
    bytes bigint not null,
    changed_at bigint not null,
    shown integer not null
  );
  create index media_file_by_account on media_file (account_id, shown, changed_at);
  create index media_file_by_time on media_file (changed_at) where shown = 1;`

/** The statement of migration 2. Feeds of accounts that an older server connected are added when their owner first sees them. */
export const feedTable = ({ name }: Engine): string => `
  create table feed (
    ${ofAccount(typesOf[name])} primary key,
    id text not null unique,
    look text not null,
    sites text not null
  )`

const ofOwner = 'owner_id text not null references owner (id) on delete cascade'

const owners = `
  create table owner (
    id text not null primary key,
    email text not null unique,
    password text,
    plan text not null,
    created_at bigint not null
  );
  create table owner_session (
    id text not null primary key,
    ${ofOwner},
    created_at bigint not null,
    used_at bigint not null
  );
  create index owner_session_by_owner on owner_session (owner_id);
  create index owner_session_by_use on owner_session (used_at);
  create index owner_session_by_sign_in on owner_session (created_at);
  create table owner_link (
    id text not null primary key,
    ${ofOwner},
    expires_at bigint not null
  );
  create index owner_link_by_owner on owner_link (owner_id);
  create table owner_browser (
    ${ofOwner},
    browser text not null,
    seen_at bigint not null,
    primary key (owner_id, browser)
  );
  create index owner_browser_by_use on owner_browser (seen_at);
  create table rate_limit (
    key text not null primary key,
    full_at bigint not null
  );
  create index rate_limit_by_time on rate_limit (full_at);`

/** A request for a deletion has no reference: it outlives what it deletes. */
const connections = (types: Types) => `
  create table connection (
    ${ofAccount(types)} primary key,
    owner_id text,
    platform_owner_id text,
    state text not null,
    token ${types.bytes},
    token_issued_at bigint,
    token_expires_at bigint,
    permissions text not null,
    connected_at bigint not null,
    broken_reason text
  );
  create index connection_by_owner on connection (owner_id);
  create index connection_by_platform_owner on connection (platform_owner_id);
  create index connection_by_state on connection (state, token_expires_at);
  create table deletion_request (
    code text not null primary key,
    account_ids text not null,
    requested_at bigint not null
  );`

/** Few jobs fail, and no index has the lease, which changes with each run. A message outlives its account. */
const work = (types: Types) => `
  create table work (
    id ${types.id},
    kind text not null,
    key text,
    account_id ${types.reference},
    lane text not null,
    payload text not null,
    run_at bigint not null,
    lease_until bigint not null default 0,
    fence bigint not null default 0,
    attempts integer not null default 0,
    failing_since bigint,
    last_error text
  )${types.often};
  create unique index work_by_kind_and_key on work (kind, key);
  create index work_by_lane_and_time on work (lane, run_at, id);
  create index work_by_account on work (account_id, kind);
  create index work_by_failure on work (kind, failing_since) where failing_since is not null;`
