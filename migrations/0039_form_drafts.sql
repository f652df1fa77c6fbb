-- The draft of a form's next version, or of a form that was never published. Once it is published or discarded, content is
-- null: the version goes on rising, so that no older tab saves over a later draft.
create table form_drafts (
  form_key text primary key,
  content jsonb,
  version integer not null,
  updated_at timestamptz not null
);
