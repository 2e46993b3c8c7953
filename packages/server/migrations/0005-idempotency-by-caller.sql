-- A request may give what it is about to another organization, so its answer is kept under the caller.
delete from idempotency_keys;
alter table idempotency_keys drop constraint idempotency_keys_pkey, drop column user_id;
alter table idempotency_keys add primary key (organization_id, key);
comment on table idempotency_keys is 'workspace: answers kept for a day under the caller''s id, to be given again to who repeats a request';
