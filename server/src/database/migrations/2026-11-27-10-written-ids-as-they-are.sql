-- What imports wrote, and what is to be settled of the lists of locks, are long arrays of ids that hardly compress: packing them
-- was a twentieth of what PostgreSQL did for a file of cards. They are kept as they are.
alter table import_change alter column ids set storage external, alter column row_ids set storage external;
alter table grant_mark alter column ids set storage external;
