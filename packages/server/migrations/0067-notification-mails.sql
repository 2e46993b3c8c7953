-- How and when a notification is to be mailed. Null once the mail is written, or if there is none.
alter table notifications add column mail text constraint notifications_mail_check check (mail in ('mail', 'digest'));
alter table notifications add column mail_at timestamptz;
create index notifications_to_mail on notifications (mail_at) where mail_at is not null;

alter table notification_preferences add column digest_hour integer not null default 7
  constraint notification_preferences_digest_hour_check check (digest_hour between 0 and 23);
alter table notification_preferences add column time_zone text not null default 'UTC';

-- Withheld: when the mail was to be sent, its recipient could no longer read what it was about.
alter table mails drop constraint mails_status_check;
alter table mails add constraint mails_status_check
  check (status in ('pending', 'sent', 'failed', 'expired', 'withheld'));
