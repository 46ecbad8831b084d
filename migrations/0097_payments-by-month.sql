-- The table of payments becomes its first month. Keys are unique by their claims (0090). Both versions of a row are full pages: the second write
-- changes indexed columns and never stayed on its page, and a page that was kept half empty was not filled again.
alter table payments set (fillfactor = 100);
call divide_table('payments');
