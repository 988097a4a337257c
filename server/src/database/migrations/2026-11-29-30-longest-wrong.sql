-- What has been wrong for longest in an org, whatever the number of its containers that something is wrong with: first of its level.
create index on container_status (org_id, level, since) where since is not null;
