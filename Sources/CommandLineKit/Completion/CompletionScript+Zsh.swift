extension CompletionScript {
    static let zshTemplate = #"""
        #compdef <PROGRAM>
        # zsh completion for <PROGRAM>
        _<FUNCTION>() {
            local -a lines described
            local directive line value help
            lines=("${(@f)$("${words[1]}" <QUERY> -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
            directive=${lines[1]}
            for line in "${(@)lines[2,-1]}"; do
                [[ -n $line ]] || continue
                value=${line%%$'\t'*}
                help=${line#"$value"}
                described+=("${value//:/\\:}${help:+:${help#$'\t'}}")
            done
            case $directive in
                :files) _files ;;
                :directories) _files -/ ;;
                :commandline*)
                    shift $((${directive#:commandline } + 1)) words
                    ((CURRENT -= ${directive#:commandline } + 1))
                    _normal
                    ;;
                *) ((${#described})) && _describe -V '<PROGRAM>' described ;;
            esac
        }
        if [[ ${funcstack[1]} == _<FUNCTION> ]]; then
            _<FUNCTION> "$@"
        else
            compdef _<FUNCTION> <PROGRAM>
        fi

        """#
}
