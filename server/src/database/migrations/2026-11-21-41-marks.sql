-- The application never sees what a transaction has touched; as every table that names an org, this one is closed to it twice.
call protect('grant_mark', 'false');
