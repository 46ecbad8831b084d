-- So does the journal.
call divide_table('journal');
