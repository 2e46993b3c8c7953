-- PDFs of content. All of them follow from it and can be made again.
create table pdfs (
  space_id identifier not null references spaces on delete cascade,
  -- The hash of all that a PDF follows from: content, title, date, language, the pages that are asked for, the template.
  key bytea not null check (length(key) = 32),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  -- Where its bytes are; nothing else is there.
  blob_id identifier,
  hash text check (length(hash) = 43),
  size bigint,
  -- Why it could not be made, in a sentence.
  fault text,
  asked_at timestamptz not null,
  primary key (space_id, key),
  check ((state = 'ready') = (blob_id is not null and hash is not null and size is not null)),
  check ((state = 'failed') = (fault is not null))
);
comment on table pdfs is 'content: PDFs that were asked for, and where those are that were made';
