-- Whether other devices of its owner have the passkey too, as it said when it was last used.
alter table factors add column backed_up boolean;

-- A passkey proves who somebody is, instead of a password and a code.
alter table factor_challenges
  drop constraint factor_challenges_purpose_check,
  add constraint factor_challenges_purpose_check
    check (purpose in ('sign-in', 'passkey sign-in', 'registration', 'proof'));
