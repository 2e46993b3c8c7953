-- Searches for common words read the vectors of hundreds of sections. PostgreSQL spends most of that time with
-- unpacking them, so new ones are stored as they are: five times less processor time for a third more space.
alter table search_sections alter column words set storage external;
