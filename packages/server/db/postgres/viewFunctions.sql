-- Functions, aggregates and operators with which queries of view collections, written for SQLite, run on PostgreSQL. Conversions have
-- an overload for each type of column: `text`, `double precision`, `boolean` and `json`, and for `jsonb`, which is a value that was
-- extracted from JSON.

-- Conversions of SQLite's CAST.

CREATE OR REPLACE FUNCTION coffer.to_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN value;
CREATE OR REPLACE FUNCTION coffer.to_text(value bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN value::text;
CREATE OR REPLACE FUNCTION coffer.to_text(value double precision) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.number_text(value);
CREATE OR REPLACE FUNCTION coffer.to_text(value boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN value::int::text;
CREATE OR REPLACE FUNCTION coffer.to_text(value json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN value::text;
CREATE OR REPLACE FUNCTION coffer.to_text(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN value #>> '{}';

-- The longest number at the beginning of a text; 0 if there is none.
CREATE OR REPLACE FUNCTION coffer.leading_number(content text) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN content IS NOT NULL
    THEN coalesce(coffer.number(substring(content from '^\s*[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?')), 0) END;

CREATE OR REPLACE FUNCTION coffer.to_real(value text) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.leading_number(value);
CREATE OR REPLACE FUNCTION coffer.to_real(value double precision) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN value;
CREATE OR REPLACE FUNCTION coffer.to_real(value boolean) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN value::int::double precision;
CREATE OR REPLACE FUNCTION coffer.to_real(value json) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.leading_number(value::text);
CREATE OR REPLACE FUNCTION coffer.to_real(value jsonb) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.leading_number(value #>> '{}');

-- The same numbers under another name, because the translation of a query divides them as integers if they are some.
DO $$
DECLARE
  type text;
BEGIN
  FOREACH type IN ARRAY ARRAY['text', 'double precision', 'boolean', 'json', 'jsonb'] LOOP
    EXECUTE format('CREATE OR REPLACE FUNCTION coffer.to_numeric(value %s) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN coffer.to_real(value)', type);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION coffer.to_integer(value double precision) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN value >= 9223372036854775807 THEN 9223372036854775807 WHEN value <= -9223372036854775808 THEN -9223372036854775808
    ELSE trunc(value)::bigint END;
CREATE OR REPLACE FUNCTION coffer.to_integer(value bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN value;
CREATE OR REPLACE FUNCTION coffer.to_integer(value text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN value IS NOT NULL
    THEN coalesce(coffer.to_integer(coffer.number(substring(value from '^\s*[-+]?[0-9]+'))), 0) END;
CREATE OR REPLACE FUNCTION coffer.to_integer(value boolean) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN value::int::bigint;
CREATE OR REPLACE FUNCTION coffer.to_integer(value json) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.to_integer(value::text);
CREATE OR REPLACE FUNCTION coffer.to_integer(value jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE jsonb_typeof(value) WHEN 'number' THEN coffer.to_integer((value #>> '{}')::double precision)
    ELSE coffer.to_integer(value #>> '{}') END;

-- The types that the columns of a view have by the types of their fields.

CREATE OR REPLACE FUNCTION coffer.to_boolean(value boolean) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN value;
CREATE OR REPLACE FUNCTION coffer.to_boolean(value double precision) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN value <> 0;
CREATE OR REPLACE FUNCTION coffer.to_boolean(value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.leading_number(value) <> 0;
CREATE OR REPLACE FUNCTION coffer.to_boolean(value json) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.leading_number(value::text) <> 0;
CREATE OR REPLACE FUNCTION coffer.to_boolean(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.leading_number(value #>> '{}') <> 0;

-- A text that is no JSON becomes a string. As an SQL function, it would be inlined, and fail for a literal, of which PostgreSQL evaluates
-- both branches.
CREATE OR REPLACE FUNCTION coffer.as_json(value text) RETURNS json LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN value IS JSON THEN value::json ELSE pg_catalog.to_json(value) END;
END $$;
CREATE OR REPLACE FUNCTION coffer.as_json(value json) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN value;
CREATE OR REPLACE FUNCTION coffer.as_json(value jsonb) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE jsonb_typeof(value) WHEN 'string' THEN coffer.as_json(value #>> '{}') ELSE value::json END;
CREATE OR REPLACE FUNCTION coffer.as_json(value bigint) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN value::text::json;
CREATE OR REPLACE FUNCTION coffer.as_json(value double precision) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.as_json(coffer.number_text(value));
CREATE OR REPLACE FUNCTION coffer.as_json(value boolean) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN value::int::text::json;

-- The types of the columns of views that have another affinity than a column of a table would have: a count is a `none_number`. They cannot
-- be replaced, so they are created only once.
DO $$
DECLARE
  affinity text;
  base text[];
BEGIN
  FOREACH affinity IN ARRAY ARRAY['none', 'column', 'text', 'numeric', 'real'] LOOP
    FOREACH base SLICE 1 IN ARRAY ARRAY[['text', 'text COLLATE "C"'], ['number', 'double precision'], ['boolean', 'boolean']] LOOP
      IF to_regtype(format('coffer.%s_%s', affinity, base[1])) IS NULL THEN
        EXECUTE format('CREATE DOMAIN coffer.%s_%s AS %s', affinity, base[1], base[2]);
      END IF;
    END LOOP;
  END LOOP;
END $$;

-- Texts. The functions with the names of functions of SQLite begin with `sqlite_`, so that other functions never call them by mistake
-- while the schema is in the search path.

CREATE OR REPLACE FUNCTION coffer.sqlite_lower(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN pg_catalog.lower(content COLLATE "C");
CREATE OR REPLACE FUNCTION coffer.sqlite_upper(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN pg_catalog.upper(content COLLATE "C");
CREATE OR REPLACE FUNCTION coffer.nocase(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN pg_catalog.lower(content COLLATE "C");
CREATE OR REPLACE FUNCTION coffer.sqlite_length(content text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN char_length(content);

-- A negative start counts from the end, a negative length takes the characters before the start.
CREATE OR REPLACE FUNCTION coffer.sqlite_substr(content text, start bigint, count bigint) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF start < 0 THEN
    start := start + char_length(content);
    IF start < 0 THEN
      IF count >= 0 THEN count := greatest(count + start, 0); ELSE RETURN ''; END IF;
      start := 0;
    END IF;
  ELSIF start > 0 THEN
    start := start - 1;
  ELSIF count > 0 THEN
    count := count - 1;
  END IF;
  IF count < 0 THEN
    count := least(-count, start);
    start := start - count;
  END IF;
  RETURN pg_catalog.substr(content, least(start, 2147483646)::int + 1, least(count, 1073741823)::int);
END $$;
CREATE OR REPLACE FUNCTION coffer.sqlite_substr(content text, start bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.sqlite_substr(content, start, 2147483647);
CREATE OR REPLACE FUNCTION coffer.sqlite_substr(content text, start double precision) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.sqlite_substr(content, trunc(start)::bigint, 2147483647);
CREATE OR REPLACE FUNCTION coffer.sqlite_substr(content text, start double precision, count double precision) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN coffer.sqlite_substr(content, trunc(start)::bigint, trunc(count)::bigint);

-- LIKE ignores the case of ASCII letters. A backslash has no meaning, unless it is the escape character.
CREATE OR REPLACE FUNCTION coffer.sqlite_like(content text, pattern text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN pg_catalog.lower(content COLLATE "C") LIKE pg_catalog.lower(pattern COLLATE "C") ESCAPE '';
CREATE OR REPLACE FUNCTION coffer.sqlite_like(content text, pattern text, escape text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN pg_catalog.lower(content COLLATE "C") LIKE pg_catalog.lower(pattern COLLATE "C") ESCAPE pg_catalog.lower(escape);

-- Numbers.

CREATE OR REPLACE FUNCTION coffer.sqlite_round(value double precision, digits bigint DEFAULT 0) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN abs(value) < 4503599627370496 THEN pg_catalog.round(value::numeric, greatest(least(digits, 30), 0)::int)::double precision
    ELSE value END;
CREATE OR REPLACE FUNCTION coffer.divide_reals(a double precision, b double precision) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN b <> 0 THEN a OPERATOR(pg_catalog./) b END;
-- Whole numbers are integers in a numeric column of SQLite, and integers are divided without a fraction.
CREATE OR REPLACE FUNCTION coffer.divide(a double precision, b double precision) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN b = 0 THEN NULL WHEN a = trunc(a) AND b = trunc(b) THEN trunc(a OPERATOR(pg_catalog./) b)
    ELSE a OPERATOR(pg_catalog./) b END;
CREATE OR REPLACE FUNCTION coffer.divide(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN b <> 0 THEN a OPERATOR(pg_catalog./) b END;
CREATE OR REPLACE FUNCTION coffer.remainder(a double precision, b double precision) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN trunc(b) <> 0 THEN mod(trunc(a)::bigint, trunc(b)::bigint) END;
CREATE OR REPLACE FUNCTION coffer.remainder(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN b <> 0 THEN mod(a, b) END;
CREATE OR REPLACE FUNCTION coffer.sqlite_random() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN ((pg_catalog.random() - 0.5) * 18446744073709549568)::bigint;

-- SUM and AVG add up numbers as SQLite does, with the Kahan-Babuska-Neumaier algorithm. The state is the sum, its error and the count.
CREATE OR REPLACE FUNCTION coffer.add_up(state double precision[], value double precision) RETURNS double precision[]
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  total double precision := state[1];
  next double precision := total + value;
BEGIN
  RETURN ARRAY[
    next,
    state[2] + CASE WHEN abs(total) > abs(value) THEN (total - next) + value ELSE (value - next) + total END,
    state[3] + 1];
END $$;
CREATE OR REPLACE FUNCTION coffer.sum_of(state double precision[]) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN state[3] > 0 THEN state[1] + state[2] END;
CREATE OR REPLACE FUNCTION coffer.average_of(state double precision[]) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN state[3] > 0 THEN (state[1] + state[2]) OPERATOR(pg_catalog./) state[3] END;

DO $$
DECLARE
  type text;
BEGIN
  FOREACH type IN ARRAY ARRAY['text', 'boolean', 'jsonb'] LOOP
    EXECUTE format('CREATE OR REPLACE FUNCTION coffer.add_up(state double precision[], value %s) RETURNS double precision[]
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS %L', type,
      'BEGIN RETURN coffer.add_up(state, coffer.to_real(value)); END');
  END LOOP;
  FOREACH type IN ARRAY ARRAY['double precision', 'text', 'boolean', 'jsonb'] LOOP
    EXECUTE format('CREATE OR REPLACE AGGREGATE coffer.sqlite_sum(%s) (SFUNC = coffer.add_up, STYPE = double precision[],
      INITCOND = ''{0,0,0}'', FINALFUNC = coffer.sum_of, PARALLEL = SAFE)', type);
    EXECUTE format('CREATE OR REPLACE AGGREGATE coffer.sqlite_avg(%s) (SFUNC = coffer.add_up, STYPE = double precision[],
      INITCOND = ''{0,0,0}'', FINALFUNC = coffer.average_of, PARALLEL = SAFE)', type);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION coffer.lesser(smallest bigint, value boolean) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN least(smallest, value::int::bigint);
CREATE OR REPLACE AGGREGATE coffer.min(boolean) (SFUNC = coffer.lesser, STYPE = bigint, PARALLEL = SAFE);
CREATE OR REPLACE FUNCTION coffer.greater(largest bigint, value boolean) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN greatest(largest, value::int::bigint);
CREATE OR REPLACE AGGREGATE coffer.max(boolean) (SFUNC = coffer.greater, STYPE = bigint, PARALLEL = SAFE);

-- JSON.

CREATE OR REPLACE FUNCTION coffer.minified_json(content json) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.minified(content::text)::json;
CREATE OR REPLACE FUNCTION coffer.sqlite_json_valid(content text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN content IS JSON;

CREATE OR REPLACE FUNCTION coffer.parsed(content text) RETURNS json LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF content IS NOT JSON THEN RAISE EXCEPTION 'malformed JSON'; END IF;
  RETURN content;
END $$;

-- The steps of a path such as `$.tags[0]`. Any other text is a key, any number a position.
CREATE OR REPLACE FUNCTION coffer.path_steps(path text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN path LIKE '$%'
    THEN ARRAY(SELECT coalesce(step[1], step[2], step[3]) FROM regexp_matches(path, '\."([^"]*)"|\.([^.\[]+)|\[([0-9]+)\]', 'g') AS step)
    ELSE ARRAY[path] END
$$;
CREATE OR REPLACE FUNCTION coffer.sqlite_json_extract(content json, path text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.at(content, coffer.path_steps(path))::jsonb;
CREATE OR REPLACE FUNCTION coffer.sqlite_json_extract(content text, path text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.at(coffer.parsed(content), coffer.path_steps(path))::jsonb;
CREATE OR REPLACE FUNCTION coffer.sqlite_json_extract(content json, place int) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.at(content, ARRAY[place::text])::jsonb;
CREATE OR REPLACE FUNCTION coffer.sqlite_json_part(content json, path text) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN content #> coffer.path_steps(path);
CREATE OR REPLACE FUNCTION coffer.sqlite_json_part(content json, place int) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN content -> place;

CREATE OR REPLACE FUNCTION coffer.sqlite_json_array_length(content json) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN content IS NOT NULL THEN coffer.list_length(content) END;
CREATE OR REPLACE FUNCTION coffer.sqlite_json_array_length(content text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.sqlite_json_array_length(coffer.parsed(content));
CREATE OR REPLACE FUNCTION coffer.sqlite_json_array_length(content json, path text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.sqlite_json_array_length(content #> coffer.path_steps(path));

CREATE OR REPLACE FUNCTION coffer.sqlite_json_each(content json) RETURNS TABLE (key jsonb, value jsonb, type text)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 10 AS $$
  SELECT pg_catalog.to_jsonb(e.place - 1), coffer.value(e.value)::jsonb, json_typeof(e.value)
    FROM json_array_elements(CASE json_typeof(content) WHEN 'array' THEN content ELSE '[]' END) WITH ORDINALITY AS e(value, place)
  UNION ALL
  SELECT pg_catalog.to_jsonb(e.key), coffer.value(e.value)::jsonb, json_typeof(e.value)
    FROM pg_catalog.json_each(CASE json_typeof(content) WHEN 'object' THEN content ELSE '{}' END) AS e
$$;

-- Dates.

CREATE OR REPLACE FUNCTION coffer.sqlite_now() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS');

CREATE OR REPLACE FUNCTION coffer.sqlite_date(date text, VARIADIC modifiers text[] DEFAULT '{}') RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_char(coffer.moment(date, VARIADIC modifiers), 'YYYY-MM-DD');
CREATE OR REPLACE FUNCTION coffer.sqlite_time(date text, VARIADIC modifiers text[] DEFAULT '{}') RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_char(coffer.moment(date, VARIADIC modifiers), 'HH24:MI:SS');
CREATE OR REPLACE FUNCTION coffer.sqlite_datetime(date text, VARIADIC modifiers text[] DEFAULT '{}') RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_char(coffer.moment(date, VARIADIC modifiers), 'YYYY-MM-DD HH24:MI:SS');
CREATE OR REPLACE FUNCTION coffer.sqlite_julianday(date text, VARIADIC modifiers text[] DEFAULT '{}') RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN extract(epoch FROM coffer.moment(date, VARIADIC modifiers))::double precision / 86400 + 2440587.5;
CREATE OR REPLACE FUNCTION coffer.sqlite_unixepoch(date text, VARIADIC modifiers text[] DEFAULT '{}') RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN floor(extract(epoch FROM coffer.moment(date, VARIADIC modifiers)))::bigint;

-- Comparisons of different types. A number is compared with a numeric text as a number.

CREATE OR REPLACE FUNCTION coffer.compare_values(a boolean, b double precision) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sign(a::int::double precision - b)::int;
CREATE OR REPLACE FUNCTION coffer.compare_values(a double precision, b boolean) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sign(a - b::int::double precision)::int;
CREATE OR REPLACE FUNCTION coffer.compare_values(a text, b double precision) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.compare(coffer.as_numeric(pg_catalog.to_json(a)), pg_catalog.to_json(b));
CREATE OR REPLACE FUNCTION coffer.compare_values(a double precision, b text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.compare(pg_catalog.to_json(a), coffer.as_numeric(pg_catalog.to_json(b)));
CREATE OR REPLACE FUNCTION coffer.compare_values(a json, b text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.compare(pg_catalog.to_json(a::text), pg_catalog.to_json(b));
CREATE OR REPLACE FUNCTION coffer.compare_values(a text, b json) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.compare(pg_catalog.to_json(a), pg_catalog.to_json(b::text));
CREATE OR REPLACE FUNCTION coffer.compare_values(a jsonb, b text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.compare(a::json, pg_catalog.to_json(b));
CREATE OR REPLACE FUNCTION coffer.compare_values(a text, b jsonb) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.compare(pg_catalog.to_json(a), b::json);
CREATE OR REPLACE FUNCTION coffer.compare_values(a jsonb, b double precision) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.compare(a::json, pg_catalog.to_json(b));
CREATE OR REPLACE FUNCTION coffer.compare_values(a double precision, b jsonb) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coffer.compare(pg_catalog.to_json(a), b::json);

-- Operators cannot be replaced, so they are created only once. Queries of views find them before those of PostgreSQL.
DO $$
DECLARE
  operands text[];
  comparison text[];
BEGIN
  FOREACH operands SLICE 1 IN ARRAY ARRAY[['boolean', 'double precision'], ['double precision', 'boolean'], ['text', 'double precision'],
    ['double precision', 'text'], ['json', 'text'], ['text', 'json'], ['jsonb', 'text'], ['text', 'jsonb'],
    ['jsonb', 'double precision'], ['double precision', 'jsonb']] LOOP
    FOREACH comparison SLICE 1 IN ARRAY ARRAY[['=', 'equal'], ['<>', 'unequal'], ['<', 'less'], ['<=', 'less_or_equal'], ['>', 'more'],
      ['>=', 'more_or_equal']] LOOP
      EXECUTE format('CREATE OR REPLACE FUNCTION coffer.is_%s(a %s, b %s) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN coffer.compare_values(a, b) %s 0', comparison[2], operands[1], operands[2], comparison[1]);
      IF to_regoperator(format('coffer.%s(%s,%s)', comparison[1], operands[1], operands[2])) IS NULL THEN
        EXECUTE format('CREATE OPERATOR coffer.%s (FUNCTION = coffer.is_%s, LEFTARG = %s, RIGHTARG = %s)',
          comparison[1], comparison[2], operands[1], operands[2]);
      END IF;
    END LOOP;
  END LOOP;
  FOREACH operands SLICE 1 IN ARRAY ARRAY[['double precision', 'double precision'], ['bigint', 'bigint'], ['integer', 'integer']] LOOP
    FOREACH comparison SLICE 1 IN ARRAY ARRAY[['/', 'divide'], ['%', 'remainder']] LOOP
      IF operands[1] = 'integer' THEN
        EXECUTE format('CREATE OR REPLACE FUNCTION coffer.%s(a integer, b integer) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
          RETURN coffer.%s(a::bigint, b::bigint)', comparison[2], comparison[2]);
      END IF;
      IF to_regoperator(format('coffer.%s(%s,%s)', comparison[1], operands[1], operands[2])) IS NULL THEN
        EXECUTE format('CREATE OPERATOR coffer.%s (FUNCTION = coffer.%s, LEFTARG = %s, RIGHTARG = %s)',
          comparison[1], comparison[2], operands[1], operands[2]);
      END IF;
    END LOOP;
  END LOOP;
  -- SQLite calculates with values of any type as numbers.
  FOREACH operands SLICE 1 IN ARRAY ARRAY[['boolean', 'double precision'], ['double precision', 'boolean'], ['text', 'double precision'],
    ['double precision', 'text'], ['jsonb', 'double precision'], ['double precision', 'jsonb']] LOOP
    FOREACH comparison SLICE 1 IN ARRAY ARRAY[['+', 'plus'], ['-', 'minus'], ['*', 'times']] LOOP
      EXECUTE format('CREATE OR REPLACE FUNCTION coffer.%s(a %s, b %s) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN coffer.to_numeric(a) OPERATOR(pg_catalog.%s) coffer.to_numeric(b)', comparison[2], operands[1], operands[2], comparison[1]);
      IF to_regoperator(format('coffer.%s(%s,%s)', comparison[1], operands[1], operands[2])) IS NULL THEN
        EXECUTE format('CREATE OPERATOR coffer.%s (FUNCTION = coffer.%s, LEFTARG = %s, RIGHTARG = %s)',
          comparison[1], comparison[2], operands[1], operands[2]);
      END IF;
    END LOOP;
  END LOOP;
  -- SQLite joins values of any type as texts.
  FOREACH operands SLICE 1 IN ARRAY ARRAY[['boolean', 'text'], ['text', 'boolean'], ['double precision', 'text'],
    ['text', 'double precision'], ['double precision', 'double precision'], ['jsonb', 'text'], ['text', 'jsonb']] LOOP
    EXECUTE format('CREATE OR REPLACE FUNCTION coffer.joined(a %s, b %s) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN coffer.to_text(a) OPERATOR(pg_catalog.||) coffer.to_text(b)', operands[1], operands[2]);
    IF to_regoperator(format('coffer.||(%s,%s)', operands[1], operands[2])) IS NULL THEN
      EXECUTE format('CREATE OPERATOR coffer.|| (FUNCTION = coffer.joined, LEFTARG = %s, RIGHTARG = %s)', operands[1], operands[2]);
    END IF;
  END LOOP;
END $$;
