-- A public spec can be read by everybody who knows its address.
alter table openapi_specs
  add column visibility text not null default 'private' check (visibility in ('private', 'public'));
