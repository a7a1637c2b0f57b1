-- Functions that give values the meaning that they have in SQLite, in a schema of their own. A *value* is a SQLite value as JSON:
-- a number, a string, or null as the SQL null. Most are written in PL/pgSQL: PostgreSQL does not inline SQL functions that contain CASE or
-- whose arguments are expensive, and then runs them ten times slower.

CREATE SCHEMA IF NOT EXISTS coffer;

-- Removes the white space between the tokens of JSON, as SQLite prints extracted arrays and objects.
CREATE OR REPLACE FUNCTION coffer.minified(content text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(content, '("(?:[^"\\]|\\.)*")|\s+', '\1', 'g')
$$;

-- Converts JSON to a value: true and false are 1 and 0, arrays and objects their text.
CREATE OR REPLACE FUNCTION coffer.value(data json) RETURNS json LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE json_typeof(data)
    WHEN 'number' THEN data
    WHEN 'string' THEN data
    WHEN 'boolean' THEN (CASE WHEN data::text ~ 'true' THEN '1' ELSE '0' END)::json
    WHEN 'null' THEN NULL
    ELSE to_json(coffer.minified(data::text)) END;
END $$;

-- Replaces what JSON can contain and no text of PostgreSQL: the character NUL, and halves of surrogate pairs.
CREATE OR REPLACE FUNCTION coffer.storable(data json) RETURNS json LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF strpos(data::text, '\u') = 0 THEN RETURN data; END IF;
  RETURN regexp_replace(data::text,
    '\\u0000|\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}',
    '\\ufffd', 'g')::json;
END $$;

-- The value at a path of JSON. A step of digits is a position in an array.
CREATE OR REPLACE FUNCTION coffer.at(data json, path text[]) RETURNS json LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  step text;
BEGIN
  data := coffer.storable(data);
  FOREACH step IN ARRAY path LOOP
    IF step ~ '^[0-9]+$' THEN
      data := CASE json_typeof(data) WHEN 'array' THEN CASE WHEN length(step) < 10 THEN data -> step::int END END;
    ELSE
      -- The first of several equal keys, as in SQLite.
      data := CASE json_typeof(data) WHEN 'object' THEN (SELECT e.value FROM json_each(data) WITH ORDINALITY AS e(key, value, place)
        WHERE e.key = step ORDER BY e.place LIMIT 1) END;
    END IF;
    IF data IS NULL THEN RETURN NULL; END IF;
  END LOOP;
  RETURN coffer.value(data);
END $$;

-- Whether SQLite reads a text as a number, with spaces around it. It does not for hexadecimal numbers, NaN and Infinity.
CREATE OR REPLACE FUNCTION coffer.is_number(content text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT content ~ '^[ \t\n\v\f\r]*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?[ \t\n\v\f\r]*$'
$$;

-- Reads a text as a number like SQLite, rounded to double precision. Returns null for other texts.
CREATE OR REPLACE FUNCTION coffer.number(content text) RETURNS double precision LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF NOT coffer.is_number(content) THEN RETURN NULL; END IF;
  -- SQLite has no negative zero in a numeric column.
  RETURN btrim(content, E' \t\n\v\f\r')::double precision + 0;
EXCEPTION WHEN numeric_value_out_of_range THEN
  -- Too large or too close to zero.
  RETURN CASE WHEN content ~ '[eE]-' OR content !~ '[1-9]' THEN 0 WHEN content ~ '^\s*-' THEN '-Infinity'::double precision
    ELSE 'Infinity'::double precision END;
END $$;

-- Applies the numeric affinity of SQLite, which converts a numeric text to a number. JSON cannot express infinity, so a number beyond
-- double precision stands for it.
CREATE OR REPLACE FUNCTION coffer.as_numeric(value json) RETURNS json LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN json_typeof(value) = 'string' AND coffer.is_number(value #>> '{}')
    THEN replace(coffer.number(value #>> '{}')::text, 'Infinity', '1e999')::json ELSE value END;
END $$;

-- Reads a number of JSON. Those that double precision cannot express are infinite or 0.
CREATE OR REPLACE FUNCTION coffer.exact_number(content text) RETURNS numeric LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  -- The text, because a conversion of the number itself keeps only 15 digits.
  RETURN (CASE WHEN content ~ '[eE]' OR length(content) > 300 THEN coffer.number(content)::text ELSE content END)::numeric;
END $$;

-- Compares two values: -1, 0 or 1. Numbers come before texts, which are compared by their bytes. A number with an exponent has double
-- precision in SQLite, and can be infinite.
CREATE OR REPLACE FUNCTION coffer.compare(a json, b json) RETURNS int LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  number_a numeric;
  number_b numeric;
BEGIN
  IF json_typeof(a) = 'number' THEN
    IF json_typeof(b) <> 'number' THEN RETURN -1; END IF;
    number_a := coffer.exact_number(a::text);
    number_b := coffer.exact_number(b::text);
    RETURN CASE WHEN number_a < number_b THEN -1 WHEN number_a > number_b THEN 1 ELSE 0 END;
  END IF;
  IF json_typeof(b) = 'number' THEN RETURN 1; END IF;
  RETURN CASE WHEN (a #>> '{}') COLLATE "C" < (b #>> '{}') COLLATE "C" THEN -1
    WHEN (a #>> '{}') COLLATE "C" > (b #>> '{}') COLLATE "C" THEN 1 ELSE 0 END;
END $$;

-- The text of a floating-point number of SQLite, which always has a decimal point.
CREATE OR REPLACE FUNCTION coffer.real_text(number double precision) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN regexp_replace(replace(regexp_replace(number::text, '^(-?[0-9]+)e', '\1.0e'), 'Infinity', 'Inf'), '^(-?[0-9]+)$', '\1.0');
END $$;

-- The text of a number in a numeric column of SQLite, which stores whole numbers below 2^63 as integers. Numbers of 13
-- and more significant digits can differ in their last digits, because SQLite rounds them differently.
CREATE OR REPLACE FUNCTION coffer.number_text(number double precision) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE
    WHEN number = trunc(number) AND abs(number) < 9223372036854775807 THEN number::bigint::text
    ELSE coffer.real_text(number) END;
END $$;

-- A value as text.
CREATE OR REPLACE FUNCTION coffer.text(value json) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN json_typeof(value) = 'string' THEN value #>> '{}'
    WHEN value::text ~ '^-?[0-9]+$' AND abs(value::text::numeric) < 9223372036854775808 THEN value::text
    ELSE coffer.real_text(coffer.number(value::text)) END;
END $$;

-- Whether two values are the same, where null is the same only as null.
CREATE OR REPLACE FUNCTION coffer.same(a json, b json) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF a IS NULL OR b IS NULL THEN RETURN a IS NULL AND b IS NULL; END IF;
  RETURN coffer.compare(a, b) = 0;
END $$;

-- A text that sorts like a value by its bytes: numbers come before texts. The bits of a positive double sort like the number.
CREATE OR REPLACE FUNCTION coffer.sort_key(value json) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN json_typeof(value) = 'string' THEN '2' || (value #>> '{}')
    WHEN coffer.number(value::text) < 0
      THEN '0' || translate(encode(float8send(coffer.number(value::text)), 'hex'), '0123456789abcdef', 'fedcba9876543210')
    ELSE '1' || encode(float8send(coffer.number(value::text)), 'hex') END COLLATE "C";
END $$;

-- Matches a text with a pattern, ignoring the case of ASCII letters. A backslash at the end of a pattern matches nothing.
CREATE OR REPLACE FUNCTION coffer.matches(content text, pattern text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN pattern ~ '^(?:[^\\]|\\.)*\\$' THEN false
    ELSE lower(content COLLATE "C") LIKE lower(pattern COLLATE "C") END;
END $$;

-- The texts of a list. A single value is its own element, null is an element without a value.
CREATE OR REPLACE FUNCTION coffer.elements(list json) RETURNS TABLE (value text, place bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT e.value, e.place FROM json_array_elements_text(
    CASE json_typeof(list) WHEN 'array' THEN list ELSE json_build_array(coalesce(list, 'null')) END) WITH ORDINALITY AS e(value, place)
$$;

-- The number of elements of a list.
CREATE OR REPLACE FUNCTION coffer.list_length(list json) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE json_typeof(list) WHEN 'array' THEN json_array_length(list) ELSE 0 END
$$;

-- Reads a date, and changes it by modifiers such as `+1 day` and `start of month`. Returns null for anything else.
CREATE OR REPLACE FUNCTION coffer.moment(date text, VARIADIC modifiers text[] DEFAULT '{}') RETURNS timestamp LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  parts text[];
  result timestamp;
  modifier text;
BEGIN
  parts := regexp_match(date, '^\s*([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?))?\s*Z?\s*$');
  IF parts IS NULL THEN RETURN NULL; END IF;
  result := (parts[1] || ' ' || coalesce(parts[2], '00:00'))::timestamp;
  FOREACH modifier IN ARRAY modifiers LOOP
    modifier := pg_catalog.lower(btrim(modifier));
    IF modifier ~ '^start of (day|month|year)$' THEN
      result := date_trunc(substring(modifier from 10), result);
    ELSIF modifier ~ '^[-+]?[0-9]+ (month|year)s?$' THEN
      -- A day beyond the end of the month is in the next month.
      result := date_trunc('month', result) + modifier::interval + (result - date_trunc('month', result));
    ELSIF modifier ~ '^[-+]?[0-9]+(\.[0-9]+)? (second|minute|hour|day)s?$' THEN
      result := result + modifier::interval;
    ELSIF modifier <> 'utc' OR modifier IS NULL THEN
      RETURN NULL;
    END IF;
  END LOOP;
  RETURN result;
EXCEPTION WHEN datetime_field_overflow OR invalid_datetime_format THEN
  RETURN NULL;
END $$;

-- Formats a date, as the function of filters and of queries of views.
CREATE OR REPLACE FUNCTION coffer.sqlite_strftime(format text, date text, VARIADIC modifiers text[] DEFAULT '{}') RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  moment timestamp := coffer.moment(date, VARIADIC modifiers);
  result text := '';
  part text;
BEGIN
  IF moment IS NULL OR format IS NULL THEN RETURN NULL; END IF;
  FOR part IN SELECT m[1] FROM regexp_matches(format, '%.|[^%]+|%', 'g') AS m LOOP
    result := result || CASE part
      WHEN '%Y' THEN to_char(moment, 'YYYY') WHEN '%m' THEN to_char(moment, 'MM') WHEN '%d' THEN to_char(moment, 'DD')
      WHEN '%H' THEN to_char(moment, 'HH24') WHEN '%M' THEN to_char(moment, 'MI') WHEN '%S' THEN to_char(moment, 'SS')
      WHEN '%f' THEN to_char(moment, 'SS.MS') WHEN '%j' THEN to_char(moment, 'DDD') WHEN '%w' THEN extract(dow FROM moment)::text
      WHEN '%F' THEN to_char(moment, 'YYYY-MM-DD') WHEN '%T' THEN to_char(moment, 'HH24:MI:SS')
      WHEN '%R' THEN to_char(moment, 'HH24:MI') WHEN '%s' THEN floor(extract(epoch FROM moment))::bigint::text WHEN '%%' THEN '%'
      ELSE CASE WHEN part LIKE '%%' AND left(part, 1) = '%' THEN NULL ELSE part END END;
  END LOOP;
  RETURN result;
END $$;

-- True until a statement has run for some time, and then ends it. It is volatile, so that it is evaluated for each row.
CREATE OR REPLACE FUNCTION coffer.before_deadline(milliseconds double precision) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF clock_timestamp() > statement_timestamp() + milliseconds * interval '1 millisecond' THEN
    RAISE query_canceled USING MESSAGE = 'The deadline of the statement has passed.';
  END IF;
  RETURN true;
END $$;
