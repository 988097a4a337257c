-- Names are found whatever their case and marks, in whichever language: only letters of Romanian, Hungarian and German were compared without them. "Čapek"
-- was not found as "čapek" or "capek", nor "Жуков" as "жуков": in the C collation, lower() knows the letters of ASCII.

-- Small letters without marks, of the alphabets of Europe, of a text that has others than fold reads by itself. Written out, as collations differ.
create function fold_letters(value text) returns text language sql immutable parallel safe as $$
  select lower(replace(replace(replace(replace(
    translate(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]+', '', 'g'),
        'µÆÐØÞðøĐđĦħıĲĿŀŁłŊŒŦŧſƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǄǅǇǈǊǋǤǱǲǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΕΗΙΟΥΩΒΓΔΖΘΚΛΜΝΞΠΡΣΤΦ'
        'ΧΨςϏϐϑϕϖϘϚϜϞϠϢϤϦϨϪϬϮϰϱϴϵϷϹϺϽϾϿЕЂГЄЅІЈЉЊЋКИУЏАБВДЖЗЛМНОПРСТФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸ'
        'ҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮẞỺỼỾ',
        'μædoþdoddhhiĳllllŋœttsɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǆǆǉǉǌǌǥǳǳƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαεηιουωβγδζθκλμνξπρστφ'
        'χψσϗβθφπϙϛϝϟϡϣϥϧϩϫϭϯκρθεϸϲϻͻͼͽеђгєѕіјљњћкиуџабвджзлмнопрстфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹ'
        'һҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯßỻỽỿ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'))
$$;

create or replace function fold(value text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(value) = char_length(value) then lower(value)
    when octet_length(translate(value,
      'ĂÂÎȘŞȚŢăâîșşțţÁÀÄÉÈËÍÌÏÓÒÖŐÚÙÜŰáàäéèëíìïóòöőúùüű',
      'aaissttaaissttaaaeeeiiioooouuuuaaaeeeiiioooouuuu')) = char_length(value)
      then lower(translate(value,
      'ĂÂÎȘŞȚŢăâîșşțţÁÀÄÉÈËÍÌÏÓÒÖŐÚÙÜŰáàäéèëíìïóòöőúùüű',
      'aaissttaaissttaaaeeeiiioooouuuuaaaeeeiiioooouuuu'))
    else public.fold_letters(value)
  end
$$;

-- What was kept folded is folded anew where it has such letters. That is no change of the record: no version, no list of a lock comes of it.
do $$
declare
  said record;
begin
  for said in
    select * from (values ('tower_block', 'search', 'addr_street'), ('container_group', 'search', 'name'), ('container', 'search', 'serial_number'),
      ('gis_node', 'search', 'name'), ('apartment', 'occupier_search', 'occupier_name')) as kept (kind, kept, column_of_it)
  loop
    execute format('alter table %I disable trigger user', said.kind);
    execute format('update %I set %I = %I where octet_length(%I) <> char_length(%I)',
      said.kind, said.column_of_it, said.column_of_it, said.kept, said.kept);
    execute format('alter table %I enable trigger user', said.kind);
  end loop;
  alter table entrance disable trigger user;
  update entrance set search = search_text(ltrim(search)) where octet_length(search) <> char_length(search);
  alter table entrance enable trigger user;
end $$;

update tower_block_history set search = fold(search) where octet_length(search) <> char_length(search);
update container_group_history set search = fold(search) where octet_length(search) <> char_length(search);
update container_history set search = fold(search) where octet_length(search) <> char_length(search);
update gis_node_history set search = fold(search), match_key = place_key(name) where octet_length(search) <> char_length(search);
update entrance_history set search = search_text(ltrim(search)) where octet_length(search) <> char_length(search);
alter table apartment_history disable trigger user;
update apartment_history set occupier_search = search_text(ltrim(occupier_search))
where octet_length(occupier_search) <> char_length(occupier_search);
alter table apartment_history enable trigger user;

-- These compute what they hold, of columns that did not change.
reindex index access_group_words;
reindex index manager_words;
reindex index org_words;

-- Two views may have one name now.
update saved_view v set name = left(v.name, 60) || ' ' || left(v.id::text, 8)
where exists (select from saved_view o where o.id < v.id and o.kind = v.kind and fold(o.name) = fold(v.name)
  and (o.account_id = v.account_id or o.org_id = v.org_id));
reindex index saved_view_own_name_taken;
reindex index saved_view_shared_name_taken;
