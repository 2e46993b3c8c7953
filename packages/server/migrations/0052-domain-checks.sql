-- What the last check of a domain found instead of its record, and when the next one is: people see why they wait.
alter table email_domains add column problem text check (problem in ('record_missing', 'record_differs', 'dns_unreachable'));
alter table email_domains add column next_check_at timestamptz;
