-- Names are compared without accents, punctuation and invisible characters: O'Neill, O’Neill and ONeill are one. Names that
-- differ only in blanks are one for the question whether a new client is known.
lock table users in share row exclusive mode;

create or replace function search_key(name text) returns text language sql immutable parallel safe as $$
  select case when name ~ '^[ -~]*$' then translate(lower(name), E'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', '') else
    regexp_replace(
      replace(replace(replace(translate(regexp_replace(
        -- Compatibility forms turn these accents that stand alone into a blank and an accent.
        lower(normalize(translate(name, '´¨¯¸', ''), NFKD)),
        '[!-/:-@\[-`{-~\u00a1-\u00bf\u00d7\u00f7\u02b9-\u02df\u02ec-\u036f\u05be\u05f3\u05f4\u061c\u0640\u115f\u1160\u17b4\u17b5'
        '\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2010-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u206f\u20d0-\u20ff'
        '\u2212\u2800\u2e00-\u2e7f\u3001-\u3003\u3008-\u3011\u3014-\u301f\u30fb\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\ufff9-\uffff'
        '\U000e0000-\U000e0fff]', '', 'g'),
      'øłđħŧı', 'oldhti'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      '\s+', ' ', 'g') end $$;

-- Computes the stored keys anew.
update users set first_name = first_name;

create index users_by_name on users ((replace(search_key(first_name || last_name), ' ', '')));
