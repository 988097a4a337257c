-- Two names that differ in capitals alone are one, in whichever language: Ördög and ÖRDÖG were two, as were Čapek and čapek, Жуков and ЖУКОВ,
-- beside which Ștefan and ȘTEFAN were one. A name that must be its org's only one stood there twice, and a file that wrote it otherwise made another.

-- The same text in small letters, of the alphabets of Europe; marks stay. Written out, as collations differ.
create function small_letters(value text) returns text language sql immutable parallel safe as $$
  select normalize(lower(translate(normalize(value, NFD),
      'ſµÆÐØÞĐĦĲĿŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǄǅǇǈǊǋǤǱǲǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϐϑϕϖϘϚϜϞϠϢϤϦϨϪϬϮϰϱϴϵϷϹϺϽϾ'
      'ϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮẞỺỼỾ',
      'sμæðøþđħĳŀłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǆǆǉǉǌǌǥǳǳƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗβθφπϙϛϝϟϡϣϥϧϩϫϭϯκρθεϸϲϻͻͼ'
      'ͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯßỻỽỿ')), NFC)
$$;

-- As before, and behind it the name as it is but for its capitals.
create or replace function foreign_key(value text) returns text language plpgsql immutable parallel safe
set search_path = pg_catalog, public, pg_temp as $$
declare
  plain text := translate(value, 'ÁÀÄÉÈËÍÌÏÓÒÖŐÚÙÜŰáàäéèëíìïóòöőúùüű', 'AAAEEEIIIOOOOUUUUaaaeeeiiioooouuuu');
  key text := public.romanian_key(public.small_letters(value));
begin
  if octet_length(translate(plain, 'ĂÂÎȘŞȚŢăâîșşțţ', 'aaissttaaisstt')) <> char_length(plain) then
    plain := public.fold(
      replace(replace(replace(replace(replace(
        translate(plain, 'ĂÂÎȘŞȚŢşţ', 'ăâîșșțțșț'),
        'ă', 'a{'), 'â', 'a|'), 'î', 'i{'), 'ș', 's{'), 'ț', 't{'));
  end if;
  plain := public.romanian_key(plain);
  return case when plain = key then key else plain || chr(1) || key end;
end $$;

-- Names that were two: both records stay, and the later one is called ÖRDÖG (2), which its history says. Of the others only the key is another.
do $$
declare
  named record;
  called record;
  number integer;
begin
  perform set_config('noa.actor', 'system', true);
  for named in
    select * from (values ('org', 'name', 120), ('manager', 'name', 120), ('access_group', 'name', 120), ('entrance', 'addr_sc', 20),
      ('apartment', 'addr_ap', 20), ('container_group', 'item_number', 40), ('container', 'serial_number', 40)) as n (kind, name, most)
  loop
    -- First whoever keeps its name, so that no other is given it: what must not be twice is the key.
    perform set_config('noa.resealing', 'on', true);
    for called in execute format(
      'select id, %1$I as name from %2$I where %3$I <> sort_key(%1$I) order by id', named.name, named.kind, named.name || '_key')
    loop
      begin
        execute format('update %1$I set %2$I = %2$I where id = $1', named.kind, named.name) using called.id;
      exception when unique_violation then
        null;
      end;
    end loop;
    perform set_config('noa.resealing', 'off', true);
    for called in execute format(
      'select id, %1$I as name from %2$I where %3$I <> sort_key(%1$I) order by id', named.name, named.kind, named.name || '_key')
    loop
      number := 2;
      loop
        begin
          execute format('update %1$I set %2$I = $1 where id = $2', named.kind, named.name)
            using left(called.name, named.most - char_length(format(' (%s)', number))) || format(' (%s)', number), called.id;
          exit;
        exception when unique_violation then
          number := number + 1;
        end;
      end loop;
    end loop;
  end loop;
  perform set_config('noa.actor', '', true);
end $$;

-- All other keys that were kept of such names, of today and of before. It is no new version of anything.
select set_config('noa.resealing', 'on', true);
do $$
declare
  kept record;
  is_former text := 'octet_length(%1$I) <> char_length(%1$I) and %2$I <> sort_key(%1$I)';
begin
  for kept in
    select t.relname as kind, k.attname as key, substring(pg_get_expr(d.adbin, d.adrelid) from '^(?:public\.)?sort_key\((\w+)\)$') as name
    from pg_attrdef d
    join pg_attribute k on k.attrelid = d.adrelid and k.attnum = d.adnum and k.attgenerated = 's'
    join pg_class t on t.oid = d.adrelid and t.relnamespace = 'public'::regnamespace
    where pg_get_expr(d.adbin, d.adrelid) ~ '^(?:public\.)?sort_key\(\w+\)$'
    order by 1, 2
  loop
    execute format('update %3$I set %1$I = %1$I where ' || is_former, kept.name, kept.key, kept.kind);
    if to_regclass(kept.kind || '_history') is not null then
      execute format('update %3$I set %2$I = sort_key(%1$I) where ' || is_former, kept.name, kept.key, kept.kind || '_history');
    end if;
  end loop;
end $$;
select set_config('noa.resealing', 'off', true);

-- An index on what the function gives keeps what it gave before.
reindex table account;
