-- After a restore, the transfer that a bank has under a reference may be made again after another one, with another receiver, that took the
-- reference first and failed for it: the reference becomes that of the right one.
grant update (transfer_id) on transfer_references to vezne_app, vezne_platform;
