-- What people prove besides their password. An authenticator app counts once a code of it was entered.
create table factors (
  id text collate "C" primary key,
  user_id text collate "C" not null references users on delete cascade,
  kind text not null check (kind in ('authenticator', 'passkey')),
  label text not null,
  -- Of an authenticator app, sealed.
  secret text,
  -- The time step of the last code that was accepted: none counts twice.
  last_step bigint,
  -- Of a passkey.
  credential_id bytea constraint factors_credential_key unique,
  public_key bytea,
  sign_count bigint,
  transports text[],
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  check ((kind = 'authenticator') = (secret is not null)),
  check ((kind = 'passkey') = (credential_id is not null and public_key is not null and sign_count is not null))
);
create index factors_of_user on factors (user_id, id);
create index factors_unconfirmed on factors (created_at) where confirmed_at is null;
comment on table factors is 'directory: the authenticator apps and passkeys of people';

create table recovery_codes (
  user_id text collate "C" not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table recovery_codes is 'directory: codes for people who lost their second factor, by their hash';

create table factor_challenges (
  -- Of what only the browser knows that asked for it.
  secret_hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'passkey sign-in', 'registration')),
  -- Whose password was right, or who adds a passkey. Nobody yet if the passkey is to say it.
  user_id text collate "C" references users on delete cascade,
  -- What a passkey signs.
  challenge bytea not null,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  check ((user_id is null) = (purpose = 'passkey sign-in'))
);
create index factor_challenges_of_user on factor_challenges (user_id);
create index factor_challenges_by_end on factor_challenges (expires_at);
comment on table factor_challenges is 'directory: what browsers are asked to prove, once and within minutes';

-- Whether a second factor was proved in the session, or in the session in which a token was created. The time is
-- that of the last proof after the sign-in.
alter table sessions add column second_factor boolean not null default false, add column proved_at timestamptz;
alter table tokens add column second_factor boolean not null default false, add column proved_at timestamptz;
alter table login_codes add column second_factor boolean not null default false;
