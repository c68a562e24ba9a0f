# mark.awk LIBRARY.ll: changes the code of the library, as LLVM's text, before clang compiles it (Make/library.mk).
#
# 1. A function that is compiled for speed keeps its sequences of instructions.
# 2. All of Swift's functions and
# 3. all of its constants become internal, because nothing outside the library calls or reads them.
# 4. Each string has a section of its own, because --gc-sections drops only whole sections. The strings need no
#    alignment, which the compiler would give them for copying.
#
# Another release of LLVM may write its text differently, and the library would be larger without any message. So the
# program fails if one of these changes was made nowhere.

/^attributes #/ && !/ minsize / { made["nooutline"] += sub(/{ /, "{ \"nooutline\" ") }
/^define protected .*@"?\$e/ { made["internal functions"] += sub(/^define protected /, "define internal ") }
/^@"?\$e[^=]* = protected / { made["internal constants"] += sub(/ = protected /, " = internal ") }
/^@"?\.str.* = private unnamed_addr constant \[[0-9]+ x i8\] c".*"$/ {
    $0 = $0 ", section \".rodata.str1.1." ++made["sections of strings"] "\", align 1"
}
{ print }

END {
    count = split("nooutline,internal functions,internal constants,sections of strings", changes, ",")
    for (place = 1; place <= count; ++place) {
        if (made[changes[place]]) continue
        print "mark.awk: the text of LLVM has no place for: " changes[place] > "/dev/stderr"
        failed = 1
    }
    exit failed
}
