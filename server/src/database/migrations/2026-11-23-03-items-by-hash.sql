-- Sessions, codes and refresh tokens are found by a hash of what their bearer shows: who reads the database or a backup has nothing to
-- show. What is out stays good.
update provider_item set
  id = translate(encode(sha256(convert_to(id, 'UTF8')), 'base64'), '+/=', '-_'),
  payload = (payload - 'jti') #- '{session,cookie}';
