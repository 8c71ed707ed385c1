# Runs each async.execute where it stands, so that the program can be compiled
# without a runtime library.
s/%[^ ,]*, \(%[^ ]*\) = async.execute \[[^]]*\] (\(%[^ ]*\) as \(%[^ ]*\): !async.value<\(tensor<[^>]*>\)>) -> !async.value<\(tensor<[^>]*>\)> {/\1 = scf.execute_region -> \5 {\n\3 = tensor.cast \2 : \4 to \4/
s/%[^ ,]*, \(%[^ ]*\) = async.execute -> !async.value<\(tensor<[^>]*>\)> {/\1 = scf.execute_region -> \2 {/
s/async.yield/scf.yield/
s/async.await \(%[^ ]*\) : !async.value<\(tensor<[^>]*>\)>/tensor.cast \1 : \2 to \2/
s/!async.value<\(tensor<[^>]*>\)>/\1/g
