-- PostgreSQL puts a function into the statement that calls it only where its arguments are cheap, and
-- thinks a call of a function a hundred times as dear as an operator unless told.
alter function level_says(boolean, access_role, access_role, boolean, access_role) cost 1;
alter function level_results(text, text) cost 1;
alter function standing_of(boolean, access_role, timestamptz) cost 1;
alter function site_views(text, access_role) cost 1;
